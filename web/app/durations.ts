const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A duration in one rounded unit: '42 min', '3 h', '6 d'. @param ms the duration */
export function shortDuration(ms: number): string {
  if (ms < minute) return '< 1 min'
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  if (ms < 2 * day) return `${Math.round(ms / hour)} h`
  return `${Math.round(ms / day)} d`
}

/** A duration in up to two units: '18 min', '5 h 12 min', '2 d 3 h'. @param ms the duration */
export function durationText(ms: number): string {
  if (ms < minute) return '< 1 min'
  const [big, bigUnit, small, smallUnit] = ms < day ? [hour, 'h', minute, 'min'] : [day, 'd', hour, 'h']
  const rounded = Math.round(ms / small) * small
  const [whole, rest] = [Math.floor(rounded / big), Math.round((rounded % big) / small)]
  return [...(whole > 0 ? [`${whole} ${bigUnit}`] : []), ...(rest > 0 ? [`${rest} ${smallUnit}`] : [])].join(' ')
}
