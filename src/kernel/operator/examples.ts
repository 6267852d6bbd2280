import type { OperatorFile } from './contract.ts'

/** Examples in place of an operator's own texts; they are marked as examples wherever they are shown. */
export const exampleTeam: NonNullable<OperatorFile['team']> = [
  {
    name: 'mara.w',
    role: 'Operator',
    about: 'Runs the machine, keeps the backups, reads the mail that comes through the contact form.',
    skills: ['Hosting', 'SQLite', 'Linux', 'Incident response'],
    contributions: [
      'Hosts this copy and pays for it',
      'Chose the anti-nuke limits used here',
      'Tests a restore on the first of each month',
    ],
    links: [
      { label: 'Mail', url: '/contact' },
      { label: 'Policy', url: '/privacy' },
    ],
    example: true,
  },
  {
    name: 'wren',
    role: 'Moderation and support',
    about:
      'Answers tickets in the support server and turns the same question asked twice into a page of documentation.',
    skills: ['Moderation', 'Documentation', 'German', 'TypeScript'],
    contributions: [
      'Keeps the guides for moderators',
      'Checks the German wording',
      'Reports faults with steps to repeat them',
    ],
    links: [
      { label: 'Questions', url: '/faq' },
      { label: 'Guides', url: '/docs' },
    ],
    example: true,
  },
]

export const exampleQuotes: NonNullable<OperatorFile['quotes']> = [
  { text: 'The raid was over before I had opened my laptop. The channels were back as well.', by: 'A server owner' },
  { text: 'I stopped guessing why a message was removed. It says which rule, and what to change.', by: 'A moderator' },
  { text: 'I tried the whole thing in the demo first. No account, no token, one command.', by: 'A self-hoster' },
].map(quote => ({ ...quote, example: true }))

export const usualTimes = { email: '24 to 48 hours', chat: '1 to 6 hours' }
