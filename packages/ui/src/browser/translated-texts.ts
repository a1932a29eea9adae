/**
 * Keeps the page true while the browser translates it. Chrome and Edge put `<font>` elements in place of the texts, and React goes
 * on writing into the nodes that it made, which nobody sees any more: a price would stay as it was, and a text that is removed
 * would end the page (facebook/react#11538). So a text that changes takes its place again, and is translated anew; one that is
 * removed takes its translation along.
 */
export const keepTranslatedTexts = (page: Document): void => {
  /** What stands in place of a replaced text. */
  const translations = new WeakMap<Node, ChildNode>();
  const { removeChild, insertBefore } = Node.prototype;
  const shown = (parent: Node, node: Node): Node =>
    node.parentNode === parent ? node : (translations.get(node) ?? node);
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, shown(this, child));
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && shown(this, before));
    return node;
  };
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (!target.parentNode) translations.get(target)?.replaceWith(target);
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.parentNode) continue;
        const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
        if (!font) continue;
        translations.set(text, font as ChildNode); // an element
        observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(page, { childList: true, subtree: true });
};
