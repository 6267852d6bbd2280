import contracts from 'virtual:shared-forms'
import { type Form, joinedForm, postedName } from '#contract'

const forms = contracts.flatMap(({ forms: own }) => Object.values<Form>(own))

/** A form together with the fields that other features add to it; `added` are the names of those fields. */
export function sharedForm<F extends Form>(form: F) {
  const others = forms.filter(other => other !== form && other.address === form.address && other.flag === form.flag)
  const added = others.flatMap(other => Object.keys(other.keys).map(name => postedName(other, name)))
  return { form: joinedForm(form, others), added }
}
