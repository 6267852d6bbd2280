import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Loads its content when it is about to be seen. @param without the text shown without scripts */
export function WhenNear({
  className,
  without,
  children,
}: {
  className: string
  without: string
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return undefined
    const observer = new IntersectionObserver(entries => entries.some(one => one.isIntersecting) && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={place} className={className}>
      {isNear ? children : <noscript>{without}</noscript>}
    </div>
  )
}
