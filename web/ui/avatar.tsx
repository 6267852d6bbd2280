import { clsx } from 'clsx'
import { useState } from 'react'
import './avatar.css'

/** Shown if a picture is missing or does not load. */
const fallbackImage = '/images/fallback.svg'

interface PictureProps {
  src: string | null | undefined
  /** Edge length in CSS px. */
  size: number
  /** Empty if the name is beside it. */
  alt?: string
  className?: string
}

function Picture({ src, size, alt = '', className }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const shown = src && src !== broken ? src : fallbackImage
  return (
    <img
      className={className}
      src={shown}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(shown)}
    />
  )
}

/** A person's picture, round. */
export function Avatar({ className, ...rest }: PictureProps) {
  return <Picture {...rest} className={clsx('avatar', className)} />
}

/** A server's icon, rounded by 26 %. */
export function ServerIcon({ className, ...rest }: PictureProps) {
  return <Picture {...rest} className={clsx('server-icon', className)} />
}
