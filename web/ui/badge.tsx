import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import './badge.css'

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | undefined
  outline?: boolean
  icon?: ReactNode
  className?: string
  children: ReactNode
}

/** A short state: On, Off, Draft, Premium. Never clickable. */
export function Badge({ tone = 'neutral', outline = false, icon, className, children }: BadgeProps) {
  return (
    <span className={clsx('badge', tone !== 'neutral' && `badge-${tone}`, outline && 'badge-outline', className)}>
      {icon}
      {children}
    </span>
  )
}
