/** What a category whose feature is not built yet will offer. */
export interface PlannedWork {
  about: string
  /** Its planned abilities. */
  will: readonly string[]
  /** What can be used until then, and its category. */
  meanwhile?: { text: string; category: string }
}

/** By category. Once the feature is built, its commands and settings replace the entry here. */
export const inTheWorks: Readonly<Record<string, PlannedWork>> = {
  'Music Player': {
    about: 'The music player is in the works. None of its commands can be used yet.',
    will: [
      'Play a song by name or address in the voice channel you are in, or choose one of five that were found.',
      'A queue with pages, skipping, shuffling, pausing and moving within a song.',
      'Volume from 1 to 100; loop off, song or queue; bass none, low, medium or high.',
      'It leaves by itself when nobody is listening any more.',
    ],
  },
  'Giveaway System': {
    about: 'Giveaways are in the works. None of their commands can be used yet.',
    will: [
      'Start one with a prize, a duration, a number of winners and the roles that may take part.',
      'Pause it, extend it, end it early, or draw again.',
      'Winners that anybody can check: how they are drawn is written down before the draw.',
      'A restart in between neither loses an entry nor draws twice.',
    ],
  },
  'Economy System': {
    about: 'The economy is in the works. None of its commands can be used yet.',
    will: [
      'A wallet and a bank account for every member, in this server only.',
      'Something to collect every day, and transfers between members.',
      'A shop for roles that you stock, and a record of every coin.',
    ],
    meanwhile: { text: 'Levels, invites and reputation can already be earned:', category: 'Utility Commands' },
  },
  'Suggestion System': {
    about: 'Suggestions are in the works. None of their commands can be used yet.',
    will: [
      'Members suggest with a command; it is posted with buttons to vote.',
      'Your team approves or rejects with a reason, and its author is told.',
      'Channels for what is open, approved and rejected.',
    ],
    meanwhile: { text: 'Until then, a ticket panel with questions can collect them:', category: 'Ticket System' },
  },
}
