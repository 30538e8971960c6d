import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { appIdOf } from '../../domain/graphql/app-text.ts'
import { problemOf } from '../../http/problem.ts'
import { showToast } from '../../parts/toast.tsx'

/** The apps by pages. */
export const useAppList = (q: string, page: number) =>
  useQuery({
    queryKey: ['apps', 'list', q, page],
    queryFn: () => appsApi.list(q, page),
    placeholderData: keepPreviousData,
  })

/** Switches an app on or off, which shows at once and can be taken back. */
export function useAppSwitch() {
  const queryClient = useQueryClient()
  const show = (app: ShownApp, enabled: boolean) =>
    queryClient.setQueriesData<{ value: ShownApp[] }>(
      { queryKey: ['apps', 'list'] },
      list => list && { ...list, value: list.value.map(one => (one._id === app._id ? switched(one, enabled) : one)) },
    )
  const { mutate } = useMutation({
    mutationFn: ({ app, enabled }: { app: ShownApp; enabled: boolean }) =>
      appsApi.update(appIdOf(app._id) ?? '', { descriptor: { enabled } }),
    onMutate: ({ app, enabled }) => show(app, enabled),
    onSuccess: (_, { app, enabled }) =>
      showToast(`“${app.descriptor.name}” is ${enabled ? 'enabled' : 'disabled'}.`, {
        label: 'Undo',
        run: () => mutate({ app, enabled: !enabled }),
      }),
    onError: (error, { app, enabled }) => {
      show(app, !enabled)
      showToast(`“${app.descriptor.name}” is as it was. ${problemOf(error).detail}`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['apps'] }),
  })
  return (app: ShownApp, enabled: boolean) => mutate({ app, enabled })
}

const switched = (app: ShownApp, enabled: boolean): ShownApp => {
  const descriptor = { ...app.descriptor, enabled }
  return { ...app, descriptor }
}
