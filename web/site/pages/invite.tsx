import { createFileRoute } from '@tanstack/react-router'
import { Database, Eye, Plus, Shield } from 'lucide-react'
import { useState } from 'react'
import features from 'virtual:features'
import switches from 'virtual:switches'
import { LinkButton } from '#web/app/link-button.tsx'
import { useAbout } from '#web/app/queries.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { atFirst } from '../default-switches.ts'
import { inviteWith, PermissionCard, type PermissionSet } from '../invite/permission-card.tsx'
import { Quotes } from '../invite/quotes.tsx'
import { OperatorNote } from '../shared/operator-note.tsx'
import { PublicHead, PublicPage } from '../shared/public-page.tsx'
import '../invite/invite.css'

export const Route = createFileRoute('/invite')({ component: Invite })

const has = (feature: string) => features.some(({ name }) => name === feature)
const core = features.find(feature => feature.core && feature.name === 'general')?.title ?? ''

function Invite() {
  const about = useAbout()
  const name = about?.name ?? 'Palisade'
  const [set, setSet] = useState<PermissionSet>('administrator')
  return (
    <PublicPage title="Invite">
      <OperatorNote />
      <div className="invite-top">
        <div>
          <PublicHead title={`Add ${name} to a server`}>
            You choose the server on Discord's own page. You need Manage Server there. {atFirst(switches)}.
          </PublicHead>
          <p className="public-actions">
            {about && (
              <ButtonAnchor
                variant="primary"
                size="lg"
                href={inviteWith(about.inviteUrl, set)}
                icon={<Plus aria-hidden />}
              >
                Add to Server
              </ButtonAnchor>
            )}
            <LinkButton to="/docs" size="lg">
              View Documentation
            </LinkButton>
          </p>
        </div>
        <Arrival name={name} />
      </div>
      <section className="permissions-part" id="permissions" aria-labelledby="permissions-title">
        <div className="permissions-head">
          <div>
            <h2 id="permissions-title">What it asks for, and why</h2>
            <p>
              Take any of them away later
              {has('doctor') ? ': the doctor then names the feature that lacks it, and where.' : '.'}
            </p>
          </div>
          <Segmented
            label="Permission set"
            name="permission-set"
            value={set}
            onChange={setSet}
            options={[
              { value: 'administrator', label: 'Administrator' },
              { value: 'least', label: 'Only what is needed' },
            ]}
          />
        </div>
        <PermissionCard set={set} name={name} core={core} />
      </section>
      <Blurbs />
      <Quotes />
    </PublicPage>
  )
}

const Arrival = ({ name }: { name: string }) => (
  <Card>
    <ol className="numbered invite-steps">
      <li>
        <b>Discord asks you</b>
        <span>which server, and shows the permissions below</span>
      </li>
      <li>
        <b>{name} joins and waits</b>
        <span>it changes nothing and posts no message</span>
      </li>
      <li>
        <b>Five questions</b>
        <span>log channel, staff role, greetings, protection; you see each change before it is made</span>
      </li>
    </ol>
  </Card>
)

const blurbs = [
  {
    icon: <Shield aria-hidden />,
    title: 'Stops, then repairs',
    text: 'What an attacker destroyed is put back and read again to be sure.',
  },
  {
    icon: <Eye aria-hidden />,
    title: 'Shows it first',
    text: 'Every message is drawn as Discord will show it, before anybody reads it.',
  },
  {
    icon: <Database aria-hidden />,
    title: 'Yours to keep',
    text: 'One file on your machine. Export a server, forget a member, leave with everything.',
  },
]

const Blurbs = () => (
  <section className="blurbs" aria-label="What to expect">
    {blurbs.map(({ icon, title, text }) => (
      <div key={title}>
        {icon}
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    ))}
  </section>
)
