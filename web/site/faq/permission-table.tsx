/** The permissions that the specification names, and what each is for. */
const rows = [
  ['Manage Roles', "give level and reaction roles, take an attacker's"],
  ['Kick Members, Ban Members', 'carry out what a moderator or a threshold decided'],
  ['Manage Messages', 'remove what auto-moderation caught'],
  ['View Audit Log', 'know who deleted a channel, and stop the right person'],
  ['Read and Send Messages', 'hear commands and answer them'],
] as const

export const PermissionTable = ({ name }: { name: string }) => (
  <table className="faq-table">
    <thead>
      <tr>
        <th scope="col">Permission</th>
        <th scope="col">So that {name} can</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(([permission, why]) => (
        <tr key={permission}>
          <th scope="row">{permission}</th>
          <td>{why}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
