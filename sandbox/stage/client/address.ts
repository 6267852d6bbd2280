import { useCallback, useEffect, useState } from 'react'

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

/** The location in the URL, and a way to navigate that the browser's back button undoes. */
export function useAddress(): [Address, (change: Address, replace?: boolean) => void] {
  const [place, setPlace] = useState<Address>(() => readAddress(location.search))
  useEffect(() => {
    const back = () => setPlace(readAddress(location.search))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const go = useCallback((change: Address, replace = false) => {
    setPlace(before => {
      const next = { ...before, ...change }
      const address = writeAddress(next)
      if (address !== `${location.pathname}${location.search}`) {
        if (replace) history.replaceState(null, '', address)
        else history.pushState(null, '', address)
      }
      return next
    })
  }, [])
  return [place, go]
}
