import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import './details.css'

/**
 * Something that stays folded until it is wanted. The browser's own search finds what is in it.
 * @param props.label what the summary is called where its words alone say too little
 */
export const Details = ({
  summary,
  label,
  className,
  children,
}: {
  summary: string
  label?: string
  className?: string
  children: ReactNode
}) => (
  <details className={clsx('details', className)}>
    <summary aria-label={label}>
      <ChevronRight aria-hidden />
      <span>{summary}</span>
    </summary>
    {children}
  </details>
)
