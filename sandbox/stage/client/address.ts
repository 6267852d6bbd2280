/** Where the page is: who one acts as, the server and the channel. It stands in the address, so a link opens there. */
export interface Place {
  as?: string
  guild?: string
  channel?: string
}

/** The guild value for direct messages, as in Discord's own addresses. */
export const DIRECT = '@me'

export function readPlace(search: string): Place {
  const query = new URLSearchParams(search)
  const place: Place = {}
  for (const name of ['as', 'guild', 'channel'] as const) {
    const value = query.get(name)
    if (value) place[name] = value
  }
  return place
}

export function writePlace(place: Place): string {
  const query = new URLSearchParams()
  for (const name of ['as', 'guild', 'channel'] as const) {
    const value = place[name]
    if (value) query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? '/' : `/?${text}`
}
