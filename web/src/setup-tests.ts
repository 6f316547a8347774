// The test page has no working Web Animations: every animation is over at once.
Element.prototype.animate = function () {
  const animation: Partial<Animation> = {
    onfinish: null,
    currentTime: 0,
    startTime: 0,
    playState: 'finished',
    effect: null,
    cancel() {},
    finish() {},
    play() {},
    pause() {},
  };
  queueMicrotask(() => animation.onfinish?.call(animation as Animation, new Event('finish') as AnimationPlaybackEvent));
  return animation as Animation;
};
