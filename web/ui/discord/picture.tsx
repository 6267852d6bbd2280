import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLookup } from './lookup.ts'

/** How long an address that is being typed stays the same before it is asked for (ms). */
const settlesAfter = 500

/** A value once it has stopped changing; the first one at once. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settlesAfter)
    return () => clearTimeout(timer)
  }, [value])
  return settled
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
  const allowed = useSettled(useLookup().image(address))
  const [broken, setBroken] = useState<string>()
  if (!allowed || broken === allowed) {
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
      onError={() => setBroken(allowed)}
    />
  )
}
