import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useLookup } from './lookup.ts'

interface PictureProps {
  address: string
  alt: string
  className?: string
  width?: number | undefined
  height?: number | undefined
}

/** A picture from a message, if the lookup allows its URL; otherwise a placeholder. */
export function Picture({ address, alt, className, width, height }: PictureProps) {
  const allowed = useLookup().image(address)
  const [broken, setBroken] = useState(false)
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
      onError={() => setBroken(true)}
    />
  )
}
