/** Where the page is: account, server and channel. It is in the URL, so that a link opens there. */
export interface Address {
  as?: string
  guild?: string
  channel?: string
}

/** The guild value for direct messages, as in Discord's own addresses. */
export const DIRECT = '@me'

export function readAddress(search: string): Address {
  const query = new URLSearchParams(search)
  const place: Address = {}
  for (const name of ['as', 'guild', 'channel'] as const) {
    const value = query.get(name)
    if (value) place[name] = value
  }
  return place
}

export function writeAddress(place: Address): string {
  const query = new URLSearchParams()
  for (const name of ['as', 'guild', 'channel'] as const) {
    const value = place[name]
    if (value) query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? '/' : `/?${text}`
}
