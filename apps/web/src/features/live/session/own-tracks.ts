import { deviceProblemText } from "@tribe/domain/words";
import { deviceProblem } from "../../../shared/devices/device-problem.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { openCamera, openMicrophone, openScreen } from "./devices.ts";

/** Tracks that were opened before the live, to be sent in it. */
export interface OpenedDevices {
  readonly camera: MediaStreamTrack | null;
  readonly microphone: MediaStreamTrack | null;
}

/** This person's own microphone, camera and screen, open or not. If one can't be opened, a toast says so. */
export class OwnTracks {
  #camera: MediaStreamTrack | null;
  #microphone: MediaStreamTrack | null;
  #screen: MediaStreamTrack | null = null;
  #facing: "user" | "environment" = "user";
  #isOver = false;
  readonly #onChange: () => void;

  /** @param onChange called when this person or their browser has opened, switched or closed something */
  constructor({ camera, microphone }: OpenedDevices, onChange: () => void) {
    this.#camera = camera;
    this.#microphone = microphone;
    this.#onChange = onChange;
    this.#watchEnds();
  }

  get camera(): MediaStreamTrack | null {
    return this.#camera;
  }

  get microphone(): MediaStreamTrack | null {
    return this.#microphone;
  }

  get screen(): MediaStreamTrack | null {
    return this.#screen;
  }

  /** Opened once; later it is only muted, so that unmuting is instant. */
  async setMicrophone(isOn: boolean): Promise<void> {
    if (isOn && !this.#microphone) {
      try {
        this.#microphone = await openMicrophone();
      } catch (error) {
        toast.error(deviceProblemText("microphone", deviceProblem(error)));
        return;
      }
      if (this.#isOver) return this.close();
      this.#watchEnds();
    }
    if (this.#microphone) this.#microphone.enabled = isOn;
    this.#onChange();
  }

  /** When off, the device is released and its light goes out. */
  async setCamera(isOn: boolean): Promise<void> {
    if (isOn === (this.#camera !== null)) return;
    if (isOn) {
      try {
        this.#camera = await openCamera(this.#facing);
      } catch (error) {
        toast.error(deviceProblemText("camera", deviceProblem(error)));
        // The former camera is closed by now.
        this.#onChange();
        return;
      }
      if (this.#isOver) return this.close();
      this.#watchEnds();
    } else {
      this.#camera?.stop();
      this.#camera = null;
    }
    this.#onChange();
  }

  /** A device that is unplugged, or taken away by the system, counts as off. */
  #watchEnds(): void {
    const [camera, microphone] = [this.#camera, this.#microphone];
    if (camera) camera.onended = () => void (camera === this.#camera && this.setCamera(false));
    if (!microphone) return;
    microphone.onended = () => {
      if (microphone !== this.#microphone) return;
      this.#microphone = null;
      this.#onChange();
    };
  }

  /** Switches to the phone's other camera. */
  async flipCamera(): Promise<void> {
    this.#facing = this.#facing === "user" ? "environment" : "user";
    // A phone opens one camera at a time.
    this.#camera?.stop();
    this.#camera = null;
    await this.setCamera(true);
  }

  async setScreen(isOn: boolean): Promise<void> {
    if (isOn) {
      try {
        this.#screen = await openScreen();
      } catch {
        return; // the person chose none
      }
      // The browser has a button of its own to end it.
      this.#screen.addEventListener("ended", () => void this.setScreen(false));
      if (this.#isOver) return this.close();
    } else {
      this.#screen?.stop();
      this.#screen = null;
    }
    this.#onChange();
  }

  /** Closes all without notification: they may be opened again. */
  close(): void {
    for (const track of [this.#camera, this.#microphone, this.#screen]) track?.stop();
    this.#camera = null;
    this.#microphone = null;
    this.#screen = null;
  }

  /** Closes all for good; a device that is still opening is closed as soon as it is open. */
  end(): void {
    this.#isOver = true;
    this.close();
  }
}
