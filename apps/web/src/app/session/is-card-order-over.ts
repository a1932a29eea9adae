import { routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";

/** Whether nothing more will come of a card order. @throws ApiError */
export const isCardOrderOver = async (orderId: string): Promise<boolean> => {
  const { state } = await api(routes.fund.cardStatus, { query: { orderId } });
  return state === "delivered" || state === "failed";
};
