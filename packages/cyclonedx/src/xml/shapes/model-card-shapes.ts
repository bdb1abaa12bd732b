import { isJsonObject } from '../../schema/schema-node.ts';
import { decimal, token } from '../scalars.ts';
import { list, many, mixedListShape, one, record, type Shape, text } from '../shape.ts';
import { bomRef, externalReferences, organizationalEntity, properties, texts } from './common-shapes.ts';
import { componentData, graphicsCollection } from './data-shapes.ts';

const datasetReference: Shape = {
  read: (element) => ({ ref: element.text }),
  write: (name, value) => (isJsonObject(value) ? text().write(name, value.ref) : undefined),
};

/** A data set is either inline or a reference to a component. */
const datasets = mixedListShape({ ref: datasetReference, dataset: componentData }, (item) =>
  isJsonObject(item) && item.ref !== undefined ? 'ref' : 'dataset',
);

const mlParameter: Shape = record({ children: [one('format', text())] });

const modelParameters: Shape = record({
  children: [
    one('approach', record({ children: [one('type', text(token))] })),
    one('task', text()),
    one('architectureFamily', text()),
    one('modelArchitecture', text()),
    one('datasets', datasets),
    list('inputs', 'input', mlParameter),
    list('outputs', 'output', mlParameter),
  ],
});

const performanceMetric: Shape = record({
  children: [
    one('type', text()),
    one('value', text()),
    one('slice', text()),
    one('confidenceInterval', record({ children: [one('lowerBound', text()), one('upperBound', text())] })),
  ],
});

const measure: Shape = record({ children: [one('value', text(decimal)), one('unit', text(token))] });

const energyProvider: Shape = record({
  attributes: [bomRef],
  children: [
    one('description', text()),
    one('organization', organizationalEntity),
    one('energySource', text(token)),
    one('energyProvided', measure),
    externalReferences,
  ],
});

const energyConsumption: Shape = record({
  children: [
    one('activity', text(token)),
    many('energyProviders', energyProvider),
    one('activityEnergyCost', measure),
    one('co2CostEquivalent', measure),
    one('co2CostOffset', measure),
    properties,
  ],
});

const ethicalConsideration: Shape = record({
  children: [one('name', text()), one('mitigationStrategy', text())],
});

const fairnessAssessment: Shape = record({
  children: [
    one('groupAtRisk', text()),
    one('benefits', text()),
    one('harms', text()),
    one('mitigationStrategy', text()),
  ],
});

const considerations: Shape = record({
  children: [
    texts('users', 'user'),
    texts('useCases', 'useCase'),
    texts('technicalLimitations', 'technicalLimitation'),
    texts('performanceTradeoffs', 'performanceTradeoff'),
    list('ethicalConsiderations', 'ethicalConsideration', ethicalConsideration),
    one(
      'environmentalConsiderations',
      record({ children: [list('energyConsumptions', 'energyConsumption', energyConsumption), properties] }),
    ),
    list('fairnessAssessments', 'fairnessAssessment', fairnessAssessment),
  ],
});

export const modelCard: Shape = record({
  attributes: [bomRef],
  children: [
    one('modelParameters', modelParameters),
    one(
      'quantitativeAnalysis',
      record({
        children: [
          list('performanceMetrics', 'performanceMetric', performanceMetric),
          one('graphics', graphicsCollection),
        ],
      }),
    ),
    one('considerations', considerations),
    properties,
  ],
});
