import { ComponentType } from 'discord-api-types/v10'
import type { FieldProblem } from '../errors.ts'
import { characters } from '../form.ts'

/** Any component, loosely: what walking a tree needs to know. */
export interface ComponentNode {
  type: ComponentType
  id?: number | undefined
  custom_id?: string | undefined
  [key: string]: unknown
}

interface Placed {
  component: ComponentNode
  /** Dotted, from the message's `components`. */
  path: string
}

/** Every component with its place, outer before inner, a section's accessory after its texts. */
export function* walk(components: readonly ComponentNode[], path = 'components'): Generator<Placed> {
  for (const [index, component] of components.entries()) yield* visit(component, `${path}.${index}`)
}

function* visit(component: ComponentNode, path: string): Generator<Placed> {
  yield { component, path }
  if (Array.isArray(component['components']))
    yield* walk(component['components'] as ComponentNode[], `${path}.components`)
  for (const key of ['accessory', 'component']) {
    const child = component[key]
    if (isNode(child)) yield* visit(child, `${path}.${key}`)
  }
}

export const isNode = (value: unknown): value is ComponentNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'number'

const maxComponents = 40
const maxText = 4000

/** What is wrong with a tree as a whole: repeated ids, too many components, too much text. */
export function treeProblems(components: readonly ComponentNode[]): FieldProblem[] {
  const placed = [...walk(components)]
  const problems: FieldProblem[] = []
  const customIds = new Set<string>()
  const ids = new Set<number>()
  for (const { component, path } of placed) {
    if (component.custom_id !== undefined) {
      if (customIds.has(component.custom_id))
        problems.push({
          path: `${path}.custom_id`,
          code: 'COMPONENT_CUSTOM_ID_DUPLICATED',
          message: 'Component custom id cannot be duplicated',
        })
      customIds.add(component.custom_id)
    }
    if (component.id) {
      if (ids.has(component.id))
        problems.push({
          path: `${path}.id`,
          code: 'COMPONENT_ID_DUPLICATED',
          message: 'Component id cannot be duplicated',
        })
      ids.add(component.id)
    }
  }
  if (placed.length > maxComponents)
    problems.push({
      path: 'components',
      code: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      message: `The maximum number of total components is ${maxComponents}`,
    })
  if (textsOf(components).reduce((sum, one) => sum + characters(one), 0) > maxText)
    problems.push({
      path: 'components',
      code: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      message: `Component displayable text size exceeds maximum size of ${maxText}`,
    })
  return problems
}

/** All text displays together: the text of a message of Components V2. */
export const textOf = (components: readonly ComponentNode[]): string => textsOf(components).join('\n')

function textsOf(components: readonly ComponentNode[]): string[] {
  return [...walk(components)].flatMap(({ component }) =>
    component.type === ComponentType.TextDisplay && typeof component['content'] === 'string'
      ? component['content']
      : [],
  )
}

/** A copy in which every component has an id; given ones stay, others count up from 1 around them. */
export function numbered(components: readonly ComponentNode[]): ComponentNode[] {
  const taken = new Set([...walk(components)].flatMap(({ component }) => component.id || []))
  const copy = structuredClone(components) as ComponentNode[]
  let next = 1
  for (const { component } of walk(copy)) {
    if (component.id) continue
    while (taken.has(next)) next += 1
    component.id = next
    next += 1
  }
  return copy
}
