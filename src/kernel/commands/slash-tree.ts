import { type Command, type CommandGroup, type Entry, isGroup } from '../feature.ts'

/** A command that can be called as a slash command. */
export interface SlashLeaf {
  entry: Entry
  /** The command itself, or the subcommand. */
  command: Command
  /** How it is typed after a prefix: 'purgebots', 'config show'. */
  path: string
}

export interface SlashBranch {
  description: string
  children: Map<string, SlashBranch | SlashLeaf>
}

/** One command as Discord counts them, with its subcommands. */
export interface SlashRootNode {
  name: string
  description: string
  /** Its subcommands; their permissions decide who sees it by default. */
  definitions: (Command | CommandGroup)[]
  node: SlashBranch | SlashLeaf
}

export interface SlashTree {
  /** In manifest order. */
  roots: readonly SlashRootNode[]
  /** By full name: 'ping', 'purge bots', 'levels xp give'. */
  find(path: string): SlashLeaf | undefined
}

export const isLeaf = (node: SlashBranch | SlashLeaf): node is SlashLeaf => 'command' in node

/** The slash path of a command; undefined for one that can only be typed. @param word the subcommand */
export function slashPath({ name, definition }: Entry, word?: string): string | undefined {
  const { slash } = definition
  const sub = word !== undefined && isGroup(definition) ? definition.subcommands[word] : undefined
  if (slash === false || sub?.slash === false) return undefined
  return [...(slash ? [slash.root.name, slash.name] : [name]), ...(word === undefined ? [] : [word])].join(' ')
}

function nodeOf(entry: Entry): SlashBranch | SlashLeaf {
  const { name, definition } = entry
  if (!isGroup(definition)) return { entry, command: definition, path: name }
  const leaves = Object.entries(definition.subcommands).flatMap(([word, command]): [string, SlashLeaf][] =>
    command.slash === false ? [] : [[word, { entry, command, path: `${name} ${word}` }]],
  )
  return { description: definition.description, children: new Map(leaves) }
}

/**
 * Arranges the commands into the tree of slash commands.
 * @throws Error when two commands have the same path; a programming error, found at start
 */
export function createSlashTree(entries: readonly Entry[]): SlashTree {
  const roots = new Map<string, SlashRootNode>()
  for (const entry of entries) {
    const { name, definition } = entry
    const { slash } = definition
    if (slash === false) continue
    if (!slash) {
      if (roots.has(name)) throw new Error(`the slash command ${name} is declared twice`)
      roots.set(name, { name, description: definition.description, definitions: [definition], node: nodeOf(entry) })
      continue
    }
    const { root } = slash
    const known: SlashRootNode = roots.get(root.name) ?? {
      ...root,
      definitions: [],
      node: { description: root.description, children: new Map() },
    }
    if (isLeaf(known.node) || known.description !== root.description || known.node.children.has(slash.name))
      throw new Error(`the slash command ${root.name} ${slash.name} is declared twice`)
    known.node.children.set(slash.name, nodeOf(entry))
    known.definitions.push(definition)
    roots.set(root.name, known)
  }
  const leaves = new Map([...roots.values()].flatMap(({ name, node }) => leavesOf(name, node)))
  return { roots: [...roots.values()], find: path => leaves.get(path) }
}

const leavesOf = (path: string, node: SlashBranch | SlashLeaf): [string, SlashLeaf][] =>
  isLeaf(node) ? [[path, node]] : [...node.children].flatMap(([name, child]) => leavesOf(`${path} ${name}`, child))
