import {
  ListOrdered,
  Music,
  Pause,
  Repeat,
  ScrollText,
  Shuffle,
  SkipBack,
  SkipForward,
  Sparkles,
  Volume2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import features from 'virtual:features'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Mark } from '#web/ui/logo.tsx'
import './perks.css'

const built = new Set(features.map(({ name }) => name))

interface Perk {
  title: string
  /** What it is, and what is free. */
  text: string
  icon: ReactNode
  /** The features it consists of: until one of them is built, it is shown as in the works. */
  madeOf: readonly string[]
  picture: ReactNode
}

const levels = [
  [3, 'Timeout', '1 hour'],
  [5, 'Timeout', '1 day'],
  [7, 'Kick', ''],
  [9, 'Ban', '30 days, then lifted'],
  [12, 'Ban', 'for good'],
] as const

const logs = [
  ['Messages', '#mod-log', false],
  ['Members', '#mod-log', false],
  ['Roles and channels', '#server-log', true],
  ['Voice', '#voice-log', true],
  ['Invites', '#arrivals', true],
] as const

const perksFor = (name: string): readonly Perk[] => [
  {
    title: 'Custom punishment levels',
    text: 'As many steps as you like, each with its own action and length. Free: one threshold.',
    icon: <ListOrdered aria-hidden />,
    madeOf: ['punishments'],
    picture: (
      <ol className="perk-ladder">
        {levels.map(([warnings, act, length], place) => (
          <li key={warnings}>
            <span className="num">{warnings}</span>
            <i style={{ width: `${1.5 + place * 1.5}rem` }} />
            <b>{act}</b>
            <span className="muted">{length}</span>
          </li>
        ))}
      </ol>
    ),
  },
  {
    title: 'Unlimited logging',
    text: 'Each kind of event in its own channel. Free: messages and members.',
    icon: <ScrollText aria-hidden />,
    madeOf: ['logging'],
    picture: (
      <ul className="perk-logs">
        {logs.map(([kind, channel, isPremium]) => (
          <li key={kind}>
            <span>{kind}</span>
            <span className="muted">{channel}</span>
            {isPremium ? <Badge tone="warning">Premium</Badge> : <span className="faint">Free</span>}
          </li>
        ))}
      </ul>
    ),
  },
  {
    title: 'Full music controls',
    text: 'Queue, loop, volume and bass from the browser. Free: play, skip, stop.',
    icon: <Music aria-hidden />,
    madeOf: ['music'],
    picture: (
      <div className="perk-music">
        <div className="perk-track">
          <span className="perk-art">
            <Music />
          </span>
          <span>
            <b>Rain on the boatshed roof</b>
            <span className="muted">recorded by okonjo</span>
          </span>
          <span className="num faint">1:42 / 3:58</span>
        </div>
        <div className="perk-bar">
          <i />
        </div>
        <div className="perk-keys">
          <Shuffle />
          <SkipBack />
          <Pause data-now />
          <SkipForward />
          <Repeat />
          <span className="faint">
            <Volume2 /> <span className="num">60</span> Bass low
          </span>
        </div>
      </div>
    ),
  },
  {
    title: 'Premium dashboard',
    text: 'Custom embeds and a bot with your name and picture.',
    icon: <Sparkles aria-hidden />,
    madeOf: ['personalizer', 'embeds'],
    picture: (
      <div className="perk-bot">
        <svg viewBox="0 0 352 52" preserveAspectRatio="none" aria-hidden="true">
          <path className="perk-sky" d="M0 0h352v52H0z" />
          <path className="perk-sea" d="M0 30c60-22 110 12 176 0s120-20 176 2v20H0z" />
          <path className="perk-foam" d="M0 40c70-14 120 10 186 2s110-12 166 2v8H0z" />
        </svg>
        <div>
          <span className="perk-face">
            <Mark />
          </span>
          <span>
            <b>Harbor Master</b> <span className="perk-app">APP</span>
            <span className="muted">{name}, under a name of your own in this server</span>
          </span>
        </div>
      </div>
    ),
  },
]

/** The four perks, each with an illustration. */
export const Perks = ({ name }: { name: string }) => (
  <div className="perks">
    {perksFor(name).map(({ title, text, icon, madeOf, picture }) => (
      <Card as="article" className="perk" key={title}>
        <div className="perk-text">
          {icon}
          <h2>{title}</h2>
          <p>{text}</p>
          {!madeOf.some(feature => built.has(feature)) && <span className="in-the-works">In the works</span>}
        </div>
        <div className="perk-picture" aria-hidden="true">
          {picture}
        </div>
      </Card>
    ))}
  </div>
)
