/** A form that is being typed, and the one that it was begun with. */
export type TypedForm<Form> = { begun: Form; form: Form }

/** Gives the test whether a value that was kept is a typed form. @param isForm whether a value has all parts of such a form */
export const isTypedForm =
  <Form>(isForm: (value: unknown) => value is Form) =>
  (value: unknown): value is TypedForm<Form> =>
    typeof value === 'object' &&
    value !== null &&
    'begun' in value &&
    isForm(value.begun) &&
    'form' in value &&
    isForm(value.form)
