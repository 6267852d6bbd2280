import { clsx } from 'clsx'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { useProductName } from './queries.ts'

/** Sets the document's title: 'Servers · Palisade', or the product's name alone. */
export function usePageTitle(title?: string): void {
  const product = useProductName()
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`
  }, [title, product])
}

/** Whether a page is inside a layout that already has the main landmark. */
export const InsideMain = createContext(false)

interface PageProps {
  /** The document's title; the product's name alone when left out. */
  title?: string
  className?: string
  children: ReactNode
}

/** A page's main landmark, which gets the focus after a navigation. Below /manage the layout is the landmark. */
export function Page({ title, className, children }: PageProps) {
  usePageTitle(title)
  if (use(InsideMain)) return <div className={clsx(className)}>{children}</div>
  return (
    <main id="main" tabIndex={-1} className={clsx(className)}>
      {children}
    </main>
  )
}
