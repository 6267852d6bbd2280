import { useCallback, useEffect, useState } from 'react'
import { type Address, readAddress, writeAddress } from './client/address.ts'

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
