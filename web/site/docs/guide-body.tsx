import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { CopyButton } from '#web/ui/form/copy-button.tsx'
import { type GuideBlock, type GuideInline, pageOf } from './guide-text.ts'
import './guide-body.css'

function GuideLink({ to, children }: { to: string; children: readonly GuideInline[] }) {
  const page = pageOf(to)
  if (page !== undefined) {
    const [path = '', hash] = page.split('#')
    return (
      <Link to={path} {...(hash !== undefined && { hash })}>
        <Line nodes={children} />
      </Link>
    )
  }
  if (/^https?:/.test(to))
    return (
      <a href={to} rel="noopener">
        <Line nodes={children} />
      </a>
    )
  // A file of the project, which this site does not serve.
  return <Line nodes={children} />
}

const Line = ({ nodes }: { nodes: readonly GuideInline[] }) =>
  nodes.map((node, place) => {
    if (typeof node === 'string') return <Fragment key={place}>{node}</Fragment>
    if (node.kind === 'code')
      return (
        <code key={place} className="code">
          {node.text}
        </code>
      )
    if (node.kind === 'link')
      return (
        <GuideLink key={place} to={node.to}>
          {node.children}
        </GuideLink>
      )
    const Tag = node.kind === 'strong' ? 'strong' : 'em'
    return (
      <Tag key={place}>
        <Line nodes={node.children} />
      </Tag>
    )
  })

function Table({ head, rows }: Extract<GuideBlock, { kind: 'table' }>) {
  const isHeaded = head.some(cell => cell.length > 0)
  return (
    <div className="guide-table">
      <table>
        {isHeaded && (
          <thead>
            <tr>
              {head.map((cell, place) => (
                <th key={place} scope="col">
                  <Line nodes={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, place) => (
                <td key={place}>
                  <Line nodes={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Block({ block }: { block: GuideBlock }) {
  switch (block.kind) {
    case 'heading': {
      const Tag = block.level === 2 ? 'h2' : 'h3'
      return (
        <Tag id={block.id}>
          <Line nodes={block.children} />
        </Tag>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Line nodes={block.children} />
        </p>
      )
    case 'list': {
      const Tag = block.ordered ? 'ol' : 'ul'
      return (
        <Tag>
          {block.items.map((item, place) => (
            <li key={place}>
              <GuideBody blocks={item} />
            </li>
          ))}
        </Tag>
      )
    }
    case 'code-block':
      return (
        <div className="guide-code">
          <pre>
            <code>{block.text}</code>
          </pre>
          <CopyButton text={block.text} label="Copy command" />
        </div>
      )
    case 'table':
      return <Table {...block} />
    default:
      return (
        <aside className="guide-note">
          <GuideBody blocks={block.blocks} />
        </aside>
      )
  }
}

/** The content of a guide below its title. */
export const GuideBody = ({ blocks }: { blocks: readonly GuideBlock[] }) =>
  blocks.map((block, place) => <Block key={place} block={block} />)
