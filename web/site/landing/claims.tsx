import { useOperator } from '#web/app/queries.ts'
import { SourceTag } from '../shared/source-tag.tsx'

const claims = [
  {
    key: 'uptime',
    title: 'Uptime',
    text: 'The design goal is 99.9%: a restart resumes where it stopped and loses no scheduled job. What you reach depends on the machine you run it on.',
  },
  {
    key: 'gdpr',
    title: 'GDPR',
    text: 'Export a server, forget a member, erase everything 30 days after the bot leaves: built in. The people who run the bot are responsible for using them.',
  },
  {
    key: 'soc2',
    title: 'SOC2',
    text: 'It certifies companies, not programs, so there is no certificate to show. There is the source, its tests and a security policy.',
  },
] as const

/** Usual marketing claims: what is true of the program, or the operator's own statement, marked as theirs. */
export function Claims() {
  const statements = useOperator()?.statements
  return (
    <ul className="proof-claims">
      {claims.map(({ key, title, text }) => {
        const stated = statements?.[key]
        return (
          <li key={key}>
            <h3>{title}</h3>
            <p>{stated ?? text}</p>
            {stated && <SourceTag source="said">Stated by the operator</SourceTag>}
          </li>
        )
      })}
    </ul>
  )
}
