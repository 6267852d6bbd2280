import { Link } from '@tanstack/react-router'
import { useOperator } from '#web/app/queries.ts'

/** Who is responsible for this copy, as stated by the operator; renders nothing if they state nothing. */
export function LegalContact() {
  const legal = useOperator()?.legal
  if (!legal || (legal.name === null && legal.email === null && legal.address === null)) return null
  const { name, address, email } = legal
  return (
    <p>
      {name ?? 'The operator'}
      {address !== null && `, ${address}`}
      {email !== null && (
        <>
          {', '}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      .
    </p>
  )
}

/** 'Ask the operator: see Contact.', with the operator's details. */
export const AskTheOperator = () => (
  <>
    <p>
      Ask the operator: see <Link to="/contact">Contact</Link>.
    </p>
    <LegalContact />
  </>
)
