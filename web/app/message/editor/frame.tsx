import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { Card } from '#web/ui/card.tsx'
import { useOffered } from './context.ts'

/** A part of the form: a card, or a box if the whole form is inside a card. */
export function Frame({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  const { inCard } = useOffered()
  if (!inCard) return <Card {...rest} className={className} />
  return <div {...rest} className={clsx('builder-frame', className)} />
}
