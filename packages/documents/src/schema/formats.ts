const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/i

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false
  // 30 February is the 1st of March.
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const isTime = (text: string): boolean => TIME.test(text)

function isDateTime(text: string): boolean {
  const [date = '', time = '', ...rest] = text.split(/[Tt ]/)
  return rest.length === 0 && isDate(date) && isTime(time)
}

/** The values of `format` that are checked; a schema with another one is refused. All take linear time. */
export const formats: Record<string, (text: string) => boolean> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  email: text => text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text),
  hostname: text =>
    text.length <= 253 && text.split('.').every(part => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(part)),
  ipv4: text =>
    /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) &&
    text.split('.').every(part => String(Number(part)) === part && Number(part) < 256),
  ipv6: text => /^[0-9A-Fa-f:.]{2,45}$/.test(text) && URL.canParse(`http://[${text}]/`),
  uri: text => /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(text) && URL.canParse(text),
  uuid: text => /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/.test(text),
}
