import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDebounced } from '../use-debounced.ts'
import { useLookup } from './lookup.ts'

/** How long a typed address has to stay the same before its picture is requested (ms). */
const settlesAfter = 500

/**
 * A picture that does not load is retried after these times (ms): the server that draws or fetches it may have been
 * busy.
 */
const triedAgainAfter = [3000, 10_000]

/** Whether the picture at this address failed to load, and a function to report that. */
function useBroken(address: string | undefined): [broken: boolean, tellBroken: () => void] {
  const [failed, setFailed] = useState({ address, times: 0, now: false })
  const isBroken = failed.address === address && failed.now
  const again = triedAgainAfter[failed.times - 1]
  useEffect(() => {
    if (!isBroken || again === undefined) return undefined
    const timer = setTimeout(() => setFailed(last => ({ ...last, now: false })), again)
    return () => clearTimeout(timer)
  }, [isBroken, again])
  const tellBroken = () =>
    setFailed(last => ({ address, times: last.address === address ? last.times + 1 : 1, now: true }))
  return [isBroken, tellBroken]
}

interface PictureProps {
  address: string
  alt: string
  className?: string
  width?: number | undefined
  height?: number | undefined
}

/** A picture from a message, if the lookup allows its URL; otherwise a placeholder. */
export function Picture({ address, alt, className, width, height }: PictureProps) {
  const allowed = useDebounced(useLookup().image(address), settlesAfter)
  const [broken, tellBroken] = useBroken(allowed)
  if (!allowed || broken) {
    return (
      <span className={`picture-missing ${className ?? ''}`} role="img" aria-label={alt || 'Picture'} title={address}>
        <ImageOff aria-hidden />
        <span className="picture-address">{address}</span>
      </span>
    )
  }
  return (
    <img
      className={className}
      src={allowed}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      {...(width && height && { width, height })}
      onError={tellBroken}
    />
  )
}
