import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PermissionTable } from './permission-table.tsx'

export interface FaqQuestion {
  /** Its fragment in the URL: `/faq#slash-commands`. */
  id: string
  question: string
  /** Search terms besides the question. */
  words: string
  answer: ReactNode
}

export interface Category {
  id: string
  title: string
  icon: 'rocket' | 'list' | 'wrench' | 'gem' | 'lock'
  questions: readonly FaqQuestion[]
}

/** What the answers need to know about this copy. */
export interface Copy {
  name: string
  /** What is on in a new server, as a sentence without a full stop. */
  atFirst: string
  /** Whether this build has the feature. */
  has(feature: string): boolean
}

const command = (text: string) => <code className="code">{text}</code>

const gettingStarted = ({ name }: Copy): readonly FaqQuestion[] => [
  {
    id: 'permissions',
    question: 'Which permissions does the bot need?',
    words: 'administrator manage roles kick ban members messages view audit log read send invite link',
    answer: (
      <>
        <p>
          Administrator is recommended, because protection must still work when somebody changes channel permissions;
          the invite link asks for it. Without it, these are the ones that matter:
        </p>
        <PermissionTable name={name} />
        <p>
          <Link to="/invite" hash="permissions" className="link">
            Every permission, line by line
          </Link>
        </p>
      </>
    ),
  },
  {
    id: 'slash-commands',
    question: 'Does it have slash commands?',
    words: 'prefix dot text commands',
    answer: (
      <p>
        Yes. Every command works with the prefix, {command('.')} by default, and nearly every one as a slash command.{' '}
        <Link to="/docs" className="link">
          All commands
        </Link>
      </p>
    ),
  },
  {
    id: 'switches',
    question: 'How do I switch a part on or off?',
    words: 'module toggle config enable disable',
    answer: (
      <p>
        In the dashboard, with the switch at its section, or with {command('.config automod on')}. What is off does
        nothing and costs nothing.
      </p>
    ),
  },
  {
    id: 'whitelist',
    question: 'How do I exempt somebody from protection?',
    words: 'whitelist add trusted antinuke bypass extra owner',
    answer: (
      <p>
        {command('.whitelist add @member')} or Antinuke Configuration, tab Users. Only the owner and extra owners may.
      </p>
    ),
  },
]

const features = ({ atFirst }: Copy): readonly FaqQuestion[] => [
  {
    id: 'what-it-can-do',
    question: 'What can it do?',
    words: 'anti-nuke auto-moderation logging punishments music auto roles utility commands dashboard',
    answer: (
      <p>
        Anti-nuke, auto-moderation, advanced logging, custom punishments, auto roles, utility commands and a web
        dashboard; music is in the works.{' '}
        <Link to="/features" className="link">
          All features
        </Link>
      </p>
    ),
  },
  {
    id: 'before-setup',
    question: 'Will it act before I have set anything?',
    words: 'default on from the start',
    answer: <p>{atFirst}. Nobody is punished by a rule that you have not switched on.</p>,
  },
  {
    id: 'preview',
    question: 'Can I see a message before members do?',
    words: 'preview embed greeting',
    answer: <p>Yes, beside every form, drawn as Discord will show it.</p>,
  },
  {
    id: 'undo',
    question: 'Can I take a change back?',
    words: 'history restore undo settings',
    answer: <p>Every change has a Restore in History.</p>,
  },
  {
    id: 'moving',
    question: 'Can I move from another bot?',
    words: 'import mee6 carl-bot dyno levels csv migrate',
    answer: <p>Levels can be imported from MEE6 or a CSV file; a dry run shows what would be taken over.</p>,
  },
]

const troubleshooting = ({ name, has }: Copy): readonly FaqQuestion[] => [
  {
    id: 'no-answer',
    question: 'The bot does not answer. What now?',
    words: 'offline permissions slash commands synced troubleshooting',
    answer: (
      <>
        <ol className="numbered faq-steps">
          <li>
            <b>Is it online?</b> Look at the member list. If it is gray, the people who run this copy have to look at
            its log.
          </li>
          <li>
            <b>Can it see the channel and write there?</b>{' '}
            {has('doctor')
              ? 'Open the doctor on your dashboard: it names each permission that is missing, and where.'
              : 'Look at its permissions in the channel.'}
          </li>
          <li>
            <b>Are the slash commands there?</b> Type a slash. If none appear, invite the bot again with the same link;
            nothing is lost.
          </li>
        </ol>
        <p>
          <Link to="/selector" className="link">
            Open your dashboard
          </Link>
        </p>
      </>
    ),
  },
  {
    id: 'role-stays',
    question: 'A member keeps a role that the bot should have removed',
    words: 'hierarchy higher position',
    answer: (
      <p>
        The role is above {name}&rsquo;s. Move {name} higher in Server Settings, Roles.
      </p>
    ),
  },
  {
    id: 'reference',
    question: 'An error showed a reference such as 7f3a21c0',
    words: 'something went wrong code log',
    answer: <p>Send it along: it finds the entry in the log.</p>,
  },
  {
    id: 'missing-server',
    question: 'The dashboard does not show my server',
    words: 'selector missing manage server',
    answer: (
      <p>You need Manage Server or Administrator there, or to be its owner, or access that its owner has given you.</p>
    ),
  },
]

const premium = (): readonly FaqQuestion[] => [
  {
    id: 'price',
    question: 'What does it cost?',
    words: 'price free month claim custom punishment levels unlimited logging music controls',
    answer: (
      <p>
        Nothing, if you run your own copy: everything is on. Elsewhere the operator decides; one month per server is
        free, and can be claimed on the page or through the support server.{' '}
        <Link to="/premium" className="link">
          Premium
        </Link>
      </p>
    ),
  },
  {
    id: 'premium-ends',
    question: 'What happens when it ends?',
    words: 'expire month over',
    answer: <p>Your settings stay and rest. Nothing is deleted.</p>,
  },
]

const data = (): readonly FaqQuestion[] => [
  {
    id: 'stored',
    question: 'What is stored about members?',
    words: 'privacy data gdpr cases strikes xp invites',
    answer: (
      <p>
        Only what a feature needs: cases, strikes, XP, invites.{' '}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>
      </p>
    ),
  },
  {
    id: 'forgotten',
    question: 'How do I have myself forgotten?',
    words: 'erase delete gdpr right',
    answer: (
      <p>
        Ask the owner of the server, or{' '}
        <Link to="/contact" className="link">
          write to the operator
        </Link>
        .
      </p>
    ),
  },
  {
    id: 'bot-leaves',
    question: 'What happens when the bot leaves?',
    words: 'removed kicked 30 days export erase',
    answer: <p>The server&rsquo;s data is erased after 30 days. Export it before.</p>,
  },
]

/** All questions by category. */
export const categoriesFor = (copy: Copy): readonly Category[] => [
  { id: 'getting-started', title: 'Getting started', icon: 'rocket', questions: gettingStarted(copy) },
  { id: 'features', title: 'Features', icon: 'list', questions: features(copy) },
  { id: 'troubleshooting', title: 'Troubleshooting', icon: 'wrench', questions: troubleshooting(copy) },
  { id: 'premium', title: 'Premium', icon: 'gem', questions: premium() },
  { id: 'your-data', title: 'Your data', icon: 'lock', questions: data() },
]

/** The questions that contain the search text in question or answer; all if it is empty. */
export function matching(categories: readonly Category[], search: string, textOf: (id: string) => string) {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return categories
  return categories.flatMap(category => {
    const questions = category.questions.filter(({ id, question, words }) =>
      `${question} ${words} ${textOf(id)}`.toLowerCase().includes(wanted),
    )
    return questions.length > 0 ? [{ ...category, questions }] : []
  })
}
