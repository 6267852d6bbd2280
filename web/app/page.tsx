import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { useProductName } from './queries.ts'

/** Sets the document's title: 'Servers · Palisade', or the product's name alone. */
export function usePageTitle(title?: string): void {
  const product = useProductName()
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`
  }, [title, product])
}

interface PageProps {
  /** The document's title; the product's name alone when left out. */
  title?: string
  className?: string
  children: ReactNode
}

/** A page's main landmark; focus comes here after a navigation. Pages below /manage use `ManagePage`. */
export function Page({ title, className, children }: PageProps) {
  usePageTitle(title)
  return (
    <main id="main" tabIndex={-1} className={clsx(className)}>
      {children}
    </main>
  )
}
