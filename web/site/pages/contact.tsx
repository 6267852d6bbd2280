import { createFileRoute, Link } from '@tanstack/react-router'
import { useOperator, useProductName } from '#web/app/queries.ts'
import { ContactAside } from '../contact/aside.tsx'
import { ContactForm } from '../contact/contact-form.tsx'
import { Receipt } from '../contact/receipt.tsx'
import { useContact } from '../contact/use-contact.ts'
import { OperatorNote } from '../shared/operator-note.tsx'
import { PublicHead, PublicPage } from '../shared/public-page.tsx'
import '../contact/contact.css'

export const Route = createFileRoute('/contact')({ component: Contact })

function Contact() {
  const name = useProductName()
  const operator = useOperator()
  const contact = useContact()
  return (
    <PublicPage title="Contact">
      <PublicHead title="Contact">{name} is self-hosted, so questions go to the people who run this copy.</PublicHead>
      <OperatorNote>
        Messages from this page wait under{' '}
        <Link to="/contact/messages" className="link">
          Messages
        </Link>
        .
      </OperatorNote>
      <div className="contact-columns">
        {contact.receipt ? (
          <Receipt
            sent={contact.receipt}
            times={operator?.supportTimes.stated ? operator.supportTimes.email : undefined}
            onAgain={contact.again}
          />
        ) : (
          <ContactForm contact={contact} />
        )}
        <ContactAside operator={operator} />
      </div>
    </PublicPage>
  )
}
