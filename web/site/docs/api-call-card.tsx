import { KeyRound } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { Details } from '#web/ui/details.tsx'
import { type ApiCall, type ApiField, fieldsOf, whoMay } from './api-reference.ts'

const tones: Record<string, 'accent' | 'success' | 'warning' | 'danger'> = {
  GET: 'accent',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
}

type Content = ApiCall['responses'][string]['content']
interface Shape {
  title: string
  about?: string | undefined
  fields: ApiField[]
  example: unknown
}

/** The shapes of a request or response; one for each form if several share a URL. */
function shapesOf(content: Content, title: string): Shape[] {
  return Object.entries(content).flatMap(([type, { schema, example, examples }]): Shape[] => {
    const options = schema['oneOf']
    if (Array.isArray(options))
      return options.map((option: Record<string, unknown>) => ({
        title: `${title} with ${String(option['title'])}`,
        about: typeof option['description'] === 'string' ? option['description'] : undefined,
        fields: fieldsOf(option),
        example: examples?.[String(option['title'])]?.value,
      }))
    return [{ title: type === 'application/json' ? title : `${title} (${type})`, fields: fieldsOf(schema), example }]
  })
}

/** An endpoint: its path, who may call it, what it does and, expanded, its request and response. */
export function ApiCallCard({ call }: { call: ApiCall }) {
  const { method, path, summary, parameters, requestBody, responses } = call
  const query = parameters.flatMap(({ in: place, name, required, schema }) =>
    place === 'query' ? fieldsOf({ properties: { [name]: schema }, required: required ? [name] : [] }) : [],
  )
  const shapes = [
    ...(query.length > 0 ? [{ title: 'Query', fields: query, example: undefined }] : []),
    ...shapesOf(requestBody?.content ?? {}, 'Body'),
    ...shapesOf(responses['200']?.content ?? {}, 'Answer'),
  ]
  return (
    <Card as="li" className="api-call">
      <div className="api-head">
        <Badge tone={tones[method]}>{method}</Badge>
        <code className="api-path">{path}</code>
        <CopyButton text={path} label={`Copy the address of: ${summary}`} />
      </div>
      <p>{summary}</p>
      <p className="api-needs">
        <KeyRound className="icon-sm" aria-hidden />
        {whoMay(call['x-needs'])}
      </p>
      <Details
        className="api-shapes"
        summary="What is sent and answered"
        label={`What is sent and answered by ${method} ${path}`}
      >
        {shapes.map(shape => (
          <ApiShape key={shape.title} shape={shape} />
        ))}
      </Details>
    </Card>
  )
}

function ApiShape({ shape: { title, about, fields, example } }: { shape: Shape }) {
  return (
    <section className="api-shape">
      <h3>{title}</h3>
      {about !== undefined && <p>{about}</p>}
      {fields.length > 0 && (
        <table className="api-fields">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, type, required, about: meaning }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{type}</td>
                <td>{[title !== 'Answer' && required && 'Required.', meaning].filter(Boolean).join(' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {example !== undefined && <pre className="api-example">{JSON.stringify(example, undefined, 2)}</pre>}
    </section>
  )
}
