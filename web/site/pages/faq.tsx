import { createFileRoute, Link } from '@tanstack/react-router'
import { ArrowUpRight, Gem, ListChecks, Lock, Rocket, Wrench } from 'lucide-react'
import { useState } from 'react'
import features from 'virtual:features'
import switches from 'virtual:switches'
import { Page } from '#web/app/page.tsx'
import { useAbout } from '#web/app/queries.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { atFirst } from '../default-switches.ts'
import { Answers } from '../faq/answers.tsx'
import { categoriesFor, matching } from '../faq/questions.tsx'
import { useInView } from '../faq/use-in-view.ts'
import { outside } from '../shared/outside-link.ts'
import { SlashSearch } from '#web/ui/form/slash-search.tsx'
import '../docs/docs.css'
import '../shared/public-page.css'
import '../faq/faq.css'

export const Route = createFileRoute('/faq')({ component: Faq })

const icons = { rocket: Rocket, list: ListChecks, wrench: Wrench, gem: Gem, lock: Lock }
const built = new Set(features.map(({ name }) => name))

/** The text of an answer, once it has been rendered. */
const textOf = (id: string) => document.getElementById(id)?.textContent ?? ''

function Faq() {
  const about = useAbout()
  const [search, setSearch] = useState('')
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const name = about?.name ?? 'Palisade'
  const all = categoriesFor({ name, atFirst: atFirst(switches), has: feature => built.has(feature) })
  const shown = matching(all, search, id => texts.get(id) ?? '')
  const [category, setCategory] = useInView(shown.map(({ id }) => id))

  const onSearch = (text: string) => {
    // Before the search hides any: hidden answers have no text to read.
    if (search === '') setTexts(new Map(all.flatMap(({ questions }) => questions.map(({ id }) => [id, textOf(id)]))))
    setSearch(text)
  }
  return (
    <Page title="FAQ" className="docs faq">
      <aside className="docs-side" aria-label="Find a question">
        <SlashSearch label="Search questions..." value={search} onChange={onSearch} />
        <nav aria-label="Questions">
          {all.map(({ id, title, icon, questions }) => {
            const Icon = icons[icon]
            return (
              <a
                key={id}
                href={`#${id}`}
                aria-current={id === category ? 'location' : undefined}
                onClick={() => {
                  setSearch('')
                  setCategory(id)
                }}
              >
                <Icon aria-hidden />
                {title}
                <span className="num">
                  {questions.length}
                  <span className="visually-hidden"> questions</span>
                </span>
              </a>
            )
          })}
        </nav>
        <section className="faq-ask" aria-labelledby="ask-title">
          <h2 id="ask-title">Not here?</h2>
          <p>
            {about?.supportUrl ? 'Open a ticket in the support server, or write' : 'Write'} to the people who run this
            copy.
          </p>
          {about?.supportUrl && (
            <ButtonAnchor size="sm" href={about.supportUrl} {...outside}>
              Support server
              <ArrowUpRight className="icon-sm" aria-hidden />
            </ButtonAnchor>
          )}
          <Link to="/contact" className="link">
            Contact form
          </Link>
        </section>
      </aside>
      <div className="docs-main">
        <div className="docs-pick">
          <Select
            label="Category"
            options={all.map(({ id, title }) => ({ value: id, label: title }))}
            value={category}
            onChange={id => {
              setCategory(id)
              setSearch('')
              requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView())
            }}
          />
        </div>
        <h1>Frequently asked questions</h1>
        <p className="docs-lede">
          Short answers. The long ones are in the{' '}
          <Link to="/docs" className="link">
            documentation
          </Link>
          .
        </p>
        <Answers categories={shown} searching={search.trim() !== ''} />
        <p role="status" className="faq-none" hidden={shown.length > 0}>
          {shown.length === 0 && (
            <>
              No question matches. Ask it on the{' '}
              <Link to="/contact" className="link">
                contact page
              </Link>
              .
            </>
          )}
        </p>
        <div className="faq-foot">
          <Link to="/invite" className="link">
            Invite
          </Link>
          <Link to="/privacy" className="link">
            Privacy Policy
          </Link>
          <Link to="/terms" className="link">
            Terms of Service
          </Link>
          <Link to="/contact" className="link">
            Contact
          </Link>
          {about?.supportUrl && (
            <a href={about.supportUrl} className="link" {...outside}>
              Support server
            </a>
          )}
        </div>
      </div>
    </Page>
  )
}
