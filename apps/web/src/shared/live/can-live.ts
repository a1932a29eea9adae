/** Whether this browser can carry live sound and video: some have WebRTC switched off. */
export const canLive = (): boolean => typeof RTCPeerConnection !== "undefined";
