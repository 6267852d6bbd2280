import { Hash } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardHead } from '#web/ui/card.tsx'
import { type Lookup, LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import type { MessageView } from '#web/ui/discord/model.ts'
import './message-preview.css'

/** The card beside a form that renders what Discord will show. Its children are places, messages and notes. */
export function MessagePreview({
  title = 'Preview',
  controls,
  children,
}: {
  title?: string
  controls?: ReactNode
  children: ReactNode
}) {
  return (
    <Card as="section" className="message-preview" aria-label={title}>
      <CardHead title={title}>{controls}</CardHead>
      {children}
    </Card>
  )
}

/** Where the messages below it are sent. */
export function PreviewPlace({ icon = <Hash aria-hidden />, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className="preview-place">
      {icon}
      {children}
    </p>
  )
}

/** Messages as Discord renders them. @param lookup from `usePreview` */
export function PreviewMessages({ lookup, messages }: { lookup: Lookup; messages: readonly MessageView[] }) {
  return (
    <LookupProvider value={lookup}>
      <div className="msgs discord">
        {messages.map(message => (
          <Message key={message.id} message={message} />
        ))}
      </div>
    </LookupProvider>
  )
}

/** Notes about the preview, below it. */
export function PreviewNote({ children }: { children: ReactNode }) {
  return <p className="preview-note">{children}</p>
}
