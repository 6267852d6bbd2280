import { Link } from '@tanstack/react-router'
import { ArrowUpRight, BookOpen, ChevronRight, MessageCircle, Stethoscope } from 'lucide-react'
import features from 'virtual:features'
import type { OperatorTexts } from '#kernel/operator/contract.ts'
import { outside } from '../shared/outside-link.ts'

const told = {
  channel: 'In a Discord channel they chose',
  webhook: 'In a Discord channel they chose',
  dashboard: 'The operator finds it in the dashboard',
}

/** What happens to a message, and what may be faster than writing one. */
export function ContactAside({ operator }: { operator: OperatorTexts | undefined }) {
  const times = operator?.supportTimes
  const stated = times?.stated === true
  return (
    <aside className="contact-aside" aria-label="Besides this form">
      <section aria-labelledby="next-title">
        <h2 id="next-title">What happens next</h2>
        <ol className="contact-next">
          <li>
            <b>It is stored here</b>
            <span>In this copy’s own database, nowhere else</span>
          </li>
          <li>
            <b>The operator is told</b>
            <span>{told[operator?.contactTo ?? 'dashboard']}</span>
          </li>
          <li>
            <b>You get an answer by email</b>
            <span>
              {stated
                ? `Within ${times.email}, as the operator states it`
                : `${times?.email ?? '24 to 48 hours'} is usual; this operator states no time`}
            </span>
          </li>
        </ol>
      </section>
      <section aria-labelledby="faster-title">
        <h2 id="faster-title">Faster, perhaps</h2>
        <ul className="contact-ways">
          {operator?.supportUrl && (
            <li>
              <a href={operator.supportUrl} {...outside}>
                <MessageCircle aria-hidden />
                <span>
                  <b>Support server</b>
                  <span>
                    Chat, {times?.chat}
                    {stated ? '' : ' as a rule'}
                  </span>
                </span>
                <ArrowUpRight className="icon-sm faint" aria-hidden />
              </a>
            </li>
          )}
          {features.some(({ name }) => name === 'doctor') && (
            <li>
              <Link to="/selector">
                <Stethoscope aria-hidden />
                <span>
                  <b>The doctor</b>
                  <span>On your dashboard: names what the bot lacks</span>
                </span>
                <ChevronRight className="icon-sm faint" aria-hidden />
              </Link>
            </li>
          )}
          <li>
            <Link to="/docs">
              <BookOpen aria-hidden />
              <span>
                <b>Documentation</b>
                <span>Every command with its permissions</span>
              </span>
              <ChevronRight className="icon-sm faint" aria-hidden />
            </Link>
          </li>
        </ul>
      </section>
    </aside>
  )
}
