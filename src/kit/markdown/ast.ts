/** The syntax tree of Discord's markdown. Text is text: nothing here is ever HTML. */

export type Style = 'strong' | 'emphasis' | 'underline' | 'strike' | 'spoiler'

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: Style; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'user' | 'role' | 'channel'; id: string }
  | { kind: 'everyone'; text: '@everyone' | '@here' }
  | { kind: 'command'; name: string; id: string }
  /** `seconds` since 1970; `style` is Discord's one-letter format. */
  | { kind: 'time'; seconds: number; style: TimeStyle }
  | { kind: 'emoji'; text: string }
  | { kind: 'custom-emoji'; id: string; name: string; animated: boolean }

export type TimeStyle = 't' | 'T' | 'd' | 'D' | 'f' | 'F' | 'R'

export interface ListItem {
  children: Inline[]
  /** Nested lists. */
  blocks: Block[]
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: 1 | 2 | 3; children: Inline[] }
  | { kind: 'subtext'; children: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; start: number; items: ListItem[] }
  | { kind: 'code-block'; language: string; text: string }

export const isStyle = (node: Inline): node is Extract<Inline, { kind: Style }> =>
  node.kind === 'strong' ||
  node.kind === 'emphasis' ||
  node.kind === 'underline' ||
  node.kind === 'strike' ||
  node.kind === 'spoiler'
