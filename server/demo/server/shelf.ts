export interface Parcel {
  readonly id: string;
  readonly recipient: string;
  readonly weight_kg: number;
  readonly status: 'waiting' | 'sent' | 'sealed';
  /** Increases with every change. */
  readonly _version: number;
}

export type Shelf = Map<string, Parcel>;

const RECIPIENTS = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Frances', 'Donald', 'Radia'];

/** 120 parcels; every tenth is sealed, and p-007 makes the scale fail. */
export function stocked(): Shelf {
  return new Map(
    Array.from({ length: 120 }, (_, n) => {
      const id = `p-${String(n + 1).padStart(3, '0')}`;
      const parcel: Parcel = {
        id,
        recipient: RECIPIENTS[n % RECIPIENTS.length] ?? 'Ada',
        weight_kg: 0.5 + (n % 17) / 2,
        status: n % 10 === 9 ? 'sealed' : 'waiting',
        _version: 1,
      };
      return [id, parcel];
    }),
  );
}
