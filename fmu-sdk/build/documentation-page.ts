import type { ModelDescription, Variable } from '../description/description.ts';

/** Returns `documentation/index.html`, which describes the FMU for people without its sources. */
export function documentationPage(d: ModelDescription): string {
  const rows = d.variables.map((v) => {
    const cells = [
      nameOf(v),
      v.declaredType ?? v.type,
      v.causality,
      v.variability,
      v.unit ?? '',
      v.start?.join(' ') ?? '',
      v.description ?? '',
    ];
    return `<tr>${cells.map((text) => `<td>${escape(text)}</td>`).join('')}</tr>`;
  });
  const head = ['name', 'type', 'causality', 'variability', 'unit', 'start', 'description'];
  const types = d.types.map(
    (e) =>
      `<h3>${escape(e.name)}</h3><p>${escape(e.description ?? '')}</p><ul>${(e.items ?? [])
        .map((i) => `<li><code>${escape(i.name)}</code> = ${i.value} ${escape(i.description ?? '')}</li>`)
        .join('')}</ul>`,
  );
  const terminals = d.terminals.map(
    (t) =>
      `<li><code>${escape(t.name)}</code>: ${t.members.map((m) => `${escape(m.memberName ?? '')} = <code>${escape(m.variableName)}</code>`).join(', ')}</li>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(d.modelName)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}table{border-collapse:collapse}td,th{border-bottom:1px solid #8884;padding:.2rem .6rem;text-align:left;vertical-align:top}td:first-child,code{font-family:ui-monospace,monospace}:root{color-scheme:light dark}</style>
</head><body>
<h1>${escape(d.modelName)}</h1>
<p>${escape(d.description ?? '')}</p>
<p>FMI ${escape(d.fmiVersion)} co-simulation, version ${escape(d.version ?? '')}, made by ${escape(d.generationTool ?? '')}.</p>
<h2>Variables</h2>
<table><thead><tr>${head.map((text) => `<th>${text}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
${types.length > 0 ? `<h2>Types</h2>${types.join('\n')}` : ''}
${terminals.length > 0 ? `<h2>Terminals</h2><ul>${terminals.join('\n')}</ul>` : ''}
</body></html>
`;
}

function nameOf(v: Variable): string {
  return v.dimensions.length > 0 ? `${v.name}[${v.dimensions.join(',')}]` : v.name;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
