import type { ReactNode } from 'react'
import './icon-tile.css'

/** A timeline's icon: red for damage, blue for what we did, green for what was repaired. */
export const IconTile = ({ tone, children }: { tone: 'danger' | 'act' | 'done'; children: ReactNode }) => (
  <span className="icon-tile" data-tone={tone}>
    {children}
  </span>
)
