import type { ReactNode } from 'react'
import { Fence, picketsOf } from '#web/ui/fence.tsx'
import './notice.css'

/** Shown in place of a feature that is not built yet. */
export function ComingSoon({ children }: { children?: ReactNode }) {
  return (
    <div className="coming-soon">
      <Fence pickets={picketsOf(0, 5)} />
      <h1>Coming Soon!!</h1>
      {children !== undefined && <p>{children}</p>}
    </div>
  )
}
