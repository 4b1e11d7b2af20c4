import { describe, expect, it } from 'vitest';
import { START } from '../src/methods/start';
import type { State } from '../src/state/state';
import { begun, beside, followed, STOPS, type Seen, type Tour } from '../src/state/tour';

const OPEN = { ...START, model: {} } as State;
const seen = (rest: Partial<Seen> = {}): Seen => ({ state: OPEN, gaze: [0, 0], exporting: false, ...rest });
const at = (step: number): Tour => begun(step, seen())!;

describe('the tour', () => {
  it('goes on by what the user does, and by nothing else', () => {
    const pulled = { ...OPEN, history: { done: [{}], undone: [] } } as unknown as State;
    const keyed = { ...OPEN, document: { ...OPEN.document, timeline: { ...OPEN.document.timeline, rows: [{ keys: [{}] }] } } } as unknown as State;
    const deeds: Partial<Seen>[] = [{ state: pulled }, { gaze: [0.3, 0] }, { state: keyed }, { exporting: true }];
    deeds.forEach((deed, step) => {
      deeds.forEach((other, k) => {
        const after = followed(at(step), seen(other));
        expect(after?.step ?? STOPS.length, `${step} after ${k}`).toBe(k === step ? step + 1 : step);
      });
      expect(followed(at(step), seen(deed))).not.toBe(at(step));
    });
  });

  it('waits for a model, and for the end of a gesture', () => {
    const pulled = { ...OPEN, history: { done: [{}], undone: [] } } as unknown as State;
    expect(followed(at(0), seen({ state: { ...pulled, model: null } }))?.step).toBe(0);
    expect(followed(at(0), seen({ state: { ...pulled, gesture: 'Move' } }))?.step).toBe(0);
  });

  it('ends behind its last step', () => {
    expect(begun(STOPS.length, seen())).toBeNull();
  });
});

describe('the card', () => {
  const card = { width: 300, height: 120 }, window = { width: 1280, height: 720 };
  const rect = (x: number, y: number, width = 40, height = 40): DOMRect => ({ left: x, top: y, right: x + width, bottom: y + height, width, height, x, y }) as DOMRect;

  it('stands below what it points at, or above, and within the window', () => {
    for (const place of [rect(5, 5), rect(1230, 5), rect(600, 300), rect(0, 670), rect(1240, 680)]) {
      const { left, top } = beside(place, card, window);
      expect(left).toBeGreaterThanOrEqual(8);
      expect(left + card.width).toBeLessThanOrEqual(1272);
      expect(top).toBeGreaterThanOrEqual(8);
      expect(top + card.height).toBeLessThanOrEqual(712);
      expect(top >= place.bottom || top + card.height <= place.top).toBe(true);
    }
  });
});
