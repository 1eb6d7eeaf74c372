import { withNoun } from '../../../util/printable.ts';
import { attribute, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { type Defect, defect } from '../../defect.ts';
import type { Model } from '../checked-model.ts';
import { toNumber } from '../xml-elements.ts';
import { named, reference, type Variable } from './model-variable.ts';

/**
 * Returns the initial size of a dimension: its `start`, or the value of its variable. Returns
 * undefined if both are missing.
 */
export function dimensionSize(model: Model, dimension: XmlElement): number | undefined {
  const start = toNumber(attribute(dimension, 'start'));
  if (start !== undefined) return start;
  const holder = model.byReference.get(reference(attribute(dimension, 'valueReference')) ?? -1)?.[0];
  return toNumber(holder?.start?.[0]);
}

/** Initial number of elements, 1 for a scalar. */
export function sizeOf(model: Model, variable: Variable): number | undefined {
  let size = 1;
  for (const dimension of childrenNamed(variable.element, 'Dimension')) {
    const extent = dimensionSize(model, dimension);
    if (extent === undefined) return undefined;
    size *= extent;
  }
  return size;
}

/** The defect of a start with too few or too many values. */
export function* startCount(model: Model, variable: Variable): Iterable<Defect> {
  const size = sizeOf(model, variable);
  if (variable.start === undefined || size === undefined || size === 0) return;
  const count = variable.start.length;
  if (count !== 1 && count !== size)
    yield defect(
      variable.element,
      'start',
      `${named(variable)} has ${count} start values and ${withNoun(size, 'element')}.`,
      size === 1 ? 'one value' : `one value or ${size}`,
    );
}
