import { useSyncExternalStore } from 'react'

/** As the style sheets have it: from here on there is room for one column only. */
export const narrow = '(max-width: 640px)'

/** Whether a media query holds, as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
