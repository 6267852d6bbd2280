import { Link } from '@tanstack/react-router'
import { Hammer } from 'lucide-react'
import commands from 'virtual:commands'
import guides from 'virtual:guides'
import switches from 'virtual:switches'
import { slug } from '#web/app/docs-topic.ts'
import { useProductName } from '#web/app/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { atFirst } from '../default-switches.ts'
import { CommandCard } from './command-card.tsx'
import { DefaultList } from './default-list.tsx'
import type { PlannedWork } from './in-the-works.ts'
import { type Topic, type TopicSection, start } from './topics.ts'
import './topic-body.css'

/** The content of a category below its title. */
export function TopicBody({ topic }: { topic: Topic }) {
  const { title, description, sections, planned } = topic
  if (planned) return <InTheWorks planned={planned} description={description} />
  const inParts = sections.some(section => section.title !== undefined)
  return (
    <>
      <p className="docs-lede">
        {description} Every command works with the server's prefix, <code className="code">.</code> by default, and,
        where it says so, as a slash command.
      </p>
      <Banner tone="info" title="A mention of the bot always works as a prefix.">
        Use it when you have forgotten yours.
      </Banner>
      {title === start && <FirstSteps />}
      {inParts && (
        <nav className="docs-parts" aria-label="On this page">
          {sections.map(section => (
            <a key={section.id} href={`#${section.id}`}>
              {section.title ?? title}
            </a>
          ))}
        </nav>
      )}
      {sections.map(section => (
        <Section key={section.id} section={section} inParts={inParts} category={title} />
      ))}
    </>
  )
}

interface SectionProps {
  section: TopicSection
  inParts: boolean
  category: string
}

function Section({ section: { id, title, commands: own, settings }, inParts, category }: SectionProps) {
  const Small = inParts ? 'h3' : 'h2'
  return (
    <div className="docs-section" id={id}>
      {inParts && <h2>{title ?? category}</h2>}
      {own.length > 0 && (
        <>
          <Small id={`${id}-commands`}>Commands</Small>
          <ul className="commands">
            {own.map(command => (
              <CommandCard key={command.name} command={command} />
            ))}
          </ul>
        </>
      )}
      {settings.length > 0 && (
        <>
          <Small id={`${id}-settings`}>Settings in a new server</Small>
          <DefaultList settings={settings} />
        </>
      )}
    </div>
  )
}

function FirstSteps() {
  const name = useProductName()
  return (
    <>
      <h2 id="first-steps">First steps</h2>
      <ol className="docs-steps">
        <li>
          <Link to="/invite">Invite {name}</Link> to a server you manage.
        </li>
        <li>
          <Link to="/selector">Choose the server</Link> and open its dashboard. {atFirst(switches)}.
        </li>
        <li>
          Type <code className="code">.help</code> in a channel
          {commands.some(command => command.name === 'doctor') && (
            <>
              , or <code className="code">.doctor</code> to see what the bot lacks
            </>
          )}
          .
        </li>
      </ol>
      <h2 id="guides">Guides</h2>
      <ul className="docs-guides">
        {guides.map(({ id, title, summary }) => (
          <Card as="li" key={id}>
            <h3>
              <Link to="/docs/$page" params={{ page: id }}>
                {title}
              </Link>
            </h3>
            <p>{summary}</p>
          </Card>
        ))}
      </ul>
    </>
  )
}

function InTheWorks({
  planned: { about, will, meanwhile },
  description,
}: {
  planned: PlannedWork
  description: string
}) {
  return (
    <>
      <p className="docs-lede">{description}</p>
      <Card as="section" padded className="docs-planned" aria-labelledby="planned">
        <Badge outline icon={<Hammer aria-hidden />}>
          In the works
        </Badge>
        <h2 id="planned">What it will do</h2>
        <p>{about}</p>
        <ul>
          {will.map(one => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        {meanwhile && (
          <p>
            {meanwhile.text}{' '}
            <Link to="/docs/$page" params={{ page: slug(meanwhile.category) }}>
              {meanwhile.category}
            </Link>
            .
          </p>
        )}
      </Card>
    </>
  )
}
