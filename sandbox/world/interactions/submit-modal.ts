import { type APIAttachment, ComponentType, InteractionType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { type FieldProblem, invalidForm, unknown } from '../errors.ts'
import { type SandboxUpload, upload } from '../messages/attachments.ts'
import { type ComponentNode, isNode, walk } from '../messages/component-tree.ts'
import { messagePayload } from '../messages/payload.ts'
import type { InteractionState } from '../state.ts'
import { openInteraction } from './lifetime.ts'
import { deliver } from './payload.ts'
import { createResolver, type Resolver } from './resolve.ts'
import type { InvocationContext } from './use-command.ts'
import { valuesProblem, visibleMessage } from './use-component.ts'

/** A field's input: `value` for texts, choices and checkboxes, `values` for lists. */
interface FieldInput {
  custom_id: string
  value?: string | boolean | null | undefined
  values?: string[] | undefined
}

/**
 * Sends the modal that an interaction opened, filled in.
 * @param openedBy the id of that interaction
 * @throws DiscordError 10062 when no such modal is open for this person, 50035 for fields that do not fit
 */
export function submitModal(
  sandbox: Sandbox,
  situation: InvocationContext,
  openedBy: string,
  fields: readonly FieldInput[],
  files: readonly SandboxUpload[],
): InteractionState {
  const opener = sandbox.world.interactions.get(openedBy)
  if (!opener?.modal || opener.userId !== situation.userId) throw unknown.interaction()
  const resolver = createResolver(sandbox, situation)
  const uploaded = upload(sandbox, situation.channelId, files)
  const problems: FieldProblem[] = []
  const filled = new Map<string, Record<string, unknown>>()
  for (const { component } of walk(opener.modal.components)) {
    if (component.custom_id === undefined) continue
    const given = fields.find(field => field.custom_id === component.custom_id)
    const answer = component.type === ComponentType.FileUpload ? fileIds(uploaded, given, resolver) : given
    const problem = fieldProblem(component, answer, resolver)
    if (problem) problems.push(problem)
    filled.set(component.custom_id, answerOf(component, answer))
  }
  if (problems.length > 0) throw invalidForm(problems)

  const { modal, messageId } = opener
  opener.modal = undefined
  const interaction = openInteraction(sandbox, {
    ...situation,
    type: InteractionType.ModalSubmit,
    messageId,
    commandName: opener.commandName,
    openedBy: opener,
  })
  const resolved = resolver.result()
  const components = modal.components.map(one => shown(one, filled))
  const message =
    messageId === undefined ? undefined : visibleMessage(sandbox, situation.userId, situation.channelId, messageId)
  deliver(
    sandbox,
    interaction,
    { custom_id: modal.custom_id, components, ...(resolved && { resolved }) },
    message && messagePayload(sandbox, message, situation.userId),
  )
  return interaction
}

type Answer = Partial<FieldInput> | undefined

/** A field names its files by their places in the request; the application gets their ids. */
function fileIds(uploaded: readonly APIAttachment[], given: Answer, resolver: Resolver): Answer {
  const own = (given?.values ?? []).flatMap(place => uploaded[Number(place)] ?? [])
  for (const one of own) resolver.attachment(one)
  return { values: own.map(one => one.id) }
}

function fieldProblem(component: ComponentNode, answer: Answer, resolver: Resolver): FieldProblem | undefined {
  const path = `data.components.${component.custom_id}`
  const isEmpty = !answer || ((answer.value ?? '') === '' && !answer.values?.length)
  const isRequired = component['required'] !== false && component.type !== ComponentType.Checkbox
  if (isEmpty) return isRequired ? { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' } : undefined
  switch (component.type) {
    case ComponentType.TextInput: {
      const length = String(answer.value ?? '').length
      const fits = length >= Number(component['min_length'] ?? 0) && length <= Number(component['max_length'] ?? 4000)
      return fits ? undefined : { path, code: 'BASE_TYPE_BAD_LENGTH', message: 'The text is too short or too long.' }
    }
    case ComponentType.Checkbox:
    case ComponentType.FileUpload:
      return undefined
    case ComponentType.RadioGroup:
      return valuesProblem(component, [String(answer.value)], resolver, path)
    case ComponentType.CheckboxGroup: {
      const options = Array.isArray(component['options']) ? component['options'].length : 1
      return valuesProblem({ max_values: options, ...component }, answer.values ?? [], resolver, path)
    }
    default:
      return valuesProblem(component, answer.values ?? [], resolver, path)
  }
}

/** As the application receives it: type, ids and input, without labels. */
function answerOf(component: ComponentNode, answer: Answer): Record<string, unknown> {
  const { type, id, custom_id } = component
  switch (type) {
    case ComponentType.TextInput:
      return { type, id, custom_id, value: String(answer?.value ?? '') }
    case ComponentType.RadioGroup:
      return { type, id, custom_id, value: answer?.value ?? null }
    case ComponentType.Checkbox:
      return { type, id, custom_id, value: answer?.value === true }
    default:
      return { type, id, custom_id, values: answer?.values ?? [] }
  }
}

function shown({ type, id, component, components }: ComponentNode, filled: ReadonlyMap<string, object>): object {
  const answer = (node: unknown) => (isNode(node) ? filled.get(node.custom_id ?? '') : undefined)
  if (isNode(component)) return { type, id, component: answer(component) }
  return Array.isArray(components) ? { type, id, components: components.map(answer) } : { type, id }
}
