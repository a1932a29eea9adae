/**
 * Members that some browser of the floor lacks, and why their uses are safe all the same. `Interface.*` stands for all members of
 * an interface.
 * @type {Readonly<Record<string, string>>}
 */
export const guardedMembers = {
  requestIdleCallback: "asked for first; a timer takes its place",
  cancelIdleCallback: "only after requestIdleCallback was found",
  "DataTransferItem.webkitGetAsEntry": "an optional call: without it a folder fails when it is read",
  "HTMLVideoElement.playsInline": "only set: browsers without it play videos in the page in any case",
  "Navigator.vibrate": "an optional call, or asked for first",
  "MediaDevices.getDisplayMedia": "canShareScreen() hides the button",
  "MediaStreamTrack.contentHint": "only set: a hint",
  "Document.pictureInPictureEnabled": "false or undefined hides the button",
  "Document.pictureInPictureElement": "behind that button",
  "Document.exitPictureInPicture": "behind that button",
  "HTMLVideoElement.requestPictureInPicture": "behind that button",
  "Navigator.share": "asked for first; otherwise the link is copied",
  "Navigator.canShare": "an optional call: without it the button is not there",
  "Navigator.setAppBadge": "asked for first",
  "Navigator.clearAppBadge": "only where setAppBadge was found",
  "TouchEvent.*": "read in touch events alone, which browsers without touch never send",
  "TouchList.*": "as TouchEvent",
  "Touch.*": "as TouchEvent",
  "NotificationEvent.action": "undefined, as of a press beside the buttons: it opens what the push is about",
  "NotificationEvent.notification": "WebKit has it since its first push (16), which MDN's data do not say",
};
