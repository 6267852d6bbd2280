import { Link } from '@tanstack/react-router'
import { RotateCw, Send } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { clockText } from '#web/app/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { isEmpty } from './draft.ts'
import type { useContact } from './use-contact.ts'

type Contact = ReturnType<typeof useContact>

export function ContactForm({ contact }: { contact: Contact }) {
  const { draft, errors, change, leave, sending, failure } = contact
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const trap = form.current?.elements.namedItem('website')
    const wrong = await contact.send(trap instanceof HTMLInputElement ? trap.value : '')
    const field = wrong === undefined ? null : form.current?.elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }
  const bind = (name: 'name' | 'email' | 'subject' | 'message') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (value: string) => change(name, value),
    onBlur: () => void leave(name),
  })
  const hasText = !isEmpty(draft)
  return (
    <Card>
      <form ref={form} className="contact-form" noValidate onSubmit={event => void submit(event)}>
        <Outcome contact={contact} />
        <div className="contact-pair">
          <TextInput label="Name" optional autoComplete="name" {...bind('name')} />
          <TextInput
            label="Email"
            type="email"
            required
            autoComplete="email"
            help="Only used to answer you."
            {...bind('email')}
          />
        </div>
        <TextInput label="Subject" max={120} counter {...bind('subject')} />
        <TextArea label="Message" required rows={7} max={4000} {...bind('message')} />
        <div className="contact-trap" aria-hidden="true">
          <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
        </div>
        <div className="contact-foot">
          <p>
            At most three messages an hour from one address. Messages are deleted after 90 days.{' '}
            <Link to="/privacy" className="link">
              Privacy Policy
            </Link>
          </p>
          <Button
            type="submit"
            variant="primary"
            icon={failure && hasText ? <RotateCw aria-hidden /> : <Send aria-hidden />}
            busy={sending}
            busyLabel="Sending..."
          >
            {failure && hasText ? 'Try again' : 'Send'}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Why the message was not sent, or cannot be sent now. */
function Outcome({ contact: { failure, nextAt } }: { contact: Contact }) {
  if (nextAt !== null)
    return (
      <Banner tone="warning" title="Three messages an hour.">
        You can write again at {clockText(nextAt)}.{failure && ' Everything you wrote is still here.'}
      </Banner>
    )
  if (!failure || Object.keys(failure.fields).length > 0) return null
  return (
    <Banner tone="danger" title="Your message was not sent.">
      {failure.message}{' '}
      {failure.reference !== undefined && (
        <>
          Reference <span className="code">{failure.reference}</span>.{' '}
        </>
      )}
      Everything you wrote is still here; try again in a minute.
    </Banner>
  )
}
