import { attachments } from './attachments.ts'
import { duplicates } from './duplicates.ts'
import { invites } from './invites.ts'
import { lines } from './lines.ts'
import { links } from './links.ts'
import { mentions } from './mentions.ts'
import type { Rule } from './rule.ts'
import { spam } from './spam.ts'
import { words } from './words.ts'

/** All rules that judge messages, in the order they are shown. */
export const rules: readonly Rule[] = [words, invites, links, mentions, spam, duplicates, attachments, lines]

export const ruleTitle = (name: string): string => rules.find(rule => rule.name === name)?.title ?? name
