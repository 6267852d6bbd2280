import { useCallback, useEffect, useState } from 'react'
import { type Place, readPlace, writePlace } from './client/address.ts'

/** The place in the address, and a way to go elsewhere that the browser's back button undoes. */
export function usePlace(): [Place, (change: Place, replace?: boolean) => void] {
  const [place, setPlace] = useState<Place>(() => readPlace(location.search))
  useEffect(() => {
    const back = () => setPlace(readPlace(location.search))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const go = useCallback((change: Place, replace = false) => {
    setPlace(before => {
      const next = { ...before, ...change }
      const address = writePlace(next)
      if (address !== `${location.pathname}${location.search}`) {
        if (replace) history.replaceState(null, '', address)
        else history.pushState(null, '', address)
      }
      return next
    })
  }, [])
  return [place, go]
}
