import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import './crumbs.css'

/** A page above the one that is shown. */
interface Crumb {
  label: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** Breadcrumbs: the pages above this one, then this one. */
export const Crumbs = ({ above, here }: { above: readonly Crumb[]; here: ReactNode }) => (
  <nav className="crumbs" aria-label="Breadcrumb">
    {above.map(({ label, link }) => (
      <Fragment key={label}>
        <Link {...link} activeOptions={{ exact: true }}>
          {label}
        </Link>
        <ChevronRight aria-hidden />
      </Fragment>
    ))}
    <span aria-current="page">{here}</span>
  </nav>
)
