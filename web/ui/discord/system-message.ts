import type { MessageView } from './model.ts'

export type SystemIcon = 'arrow' | 'pin' | 'boost' | 'thread' | 'name' | 'info' | 'shield'

/** A system message as one sentence. */
interface SystemLine {
  icon: SystemIcon
  /** The sentence; `{author}` is the author's name. */
  text: string
}

const lines: Record<number, SystemLine> = {
  1: { icon: 'arrow', text: '{author} added someone to the conversation.' },
  2: { icon: 'arrow', text: '{author} removed someone from the conversation.' },
  4: { icon: 'name', text: '{author} changed the name: {content}' },
  5: { icon: 'name', text: '{author} changed the icon.' },
  6: { icon: 'pin', text: '{author} pinned a message to this channel.' },
  7: { icon: 'arrow', text: '{author} joined the server.' },
  8: { icon: 'boost', text: '{author} boosted the server.' },
  9: { icon: 'boost', text: '{author} boosted the server. It has reached Level 1.' },
  10: { icon: 'boost', text: '{author} boosted the server. It has reached Level 2.' },
  11: { icon: 'boost', text: '{author} boosted the server. It has reached Level 3.' },
  12: { icon: 'info', text: '{author} added {content} to this channel.' },
  18: { icon: 'thread', text: '{author} started a thread: {content}' },
  21: { icon: 'thread', text: 'The start of this thread.' },
  24: { icon: 'shield', text: 'AutoMod caught a message by {author}.' },
  36: { icon: 'shield', text: '{author} enabled security actions.' },
  37: { icon: 'shield', text: '{author} disabled security actions.' },
  38: { icon: 'shield', text: '{author} reported a raid.' },
  39: { icon: 'shield', text: '{author} resolved an activity alert.' },
  46: { icon: 'info', text: '{author}’s poll has ended.' },
}

/** The line for a system message; unknown kinds still show the author. */
export function systemLine(message: MessageView): SystemLine {
  const line = lines[message.type ?? 0] ?? { icon: 'info' as const, text: '{author}: {content}' }
  return { icon: line.icon, text: line.text.replace('{content}', () => message.content ?? '') }
}
